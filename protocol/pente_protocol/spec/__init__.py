"""Generator of the protocol specification from the message types.

``python -m pente_protocol.spec DIRECTORY`` writes a page for people, an AsyncAPI document, and golden
vectors for tests of other implementations.
"""
