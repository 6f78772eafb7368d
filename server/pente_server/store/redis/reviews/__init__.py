"""Reviews in Redis or Valkey, and the queue of games that wait for one."""
