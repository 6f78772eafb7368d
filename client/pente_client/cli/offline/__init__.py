"""What the commands share that play without a server."""
