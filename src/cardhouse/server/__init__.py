"""HTTP and WebSocket around live tables."""
