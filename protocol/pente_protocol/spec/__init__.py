"""The specification of the protocol, made of the message types themselves.

``python -m pente_protocol.spec DIRECTORY`` writes it: a page for people, an AsyncAPI document, and golden
vectors that any other implementation can test itself against.
"""
