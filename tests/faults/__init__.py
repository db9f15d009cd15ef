"""What breaks in operation, broken for real: processes are killed, servers are stopped, disks are full.

They have a PostgreSQL, a Valkey, a web server and a worker of their own, which nobody else notices.
"""
