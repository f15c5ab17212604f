#!/bin/sh
# The suite on PostgreSQL 15, the oldest supported: npm run test:pg15 [-- vitest arguments]
# Needs Debian's postgresql-15 (apt-get install postgresql-15), or PG_BIN naming the directory of its programs.
set -eu
bin=${PG_BIN:-/usr/lib/postgresql/15/bin}
[ -x "$bin/postgres" ] || { echo "No PostgreSQL in $bin: apt-get install postgresql-15, or set PG_BIN." >&2; exit 1; }
dir=$(mktemp -d)
chmod 711 "$dir"
# PostgreSQL refuses to run as root.
as=
if [ "$(id -u)" = 0 ]; then
  chown nobody "$dir"
  as='setpriv --reuid=nobody --regid=nogroup --clear-groups'
fi
port=$(node -e "const s = require('node:net').createServer().listen(0, '127.0.0.1', () => { console.log(s.address().port); s.close(); })")
password=$(node -e "console.log(require('node:crypto').randomBytes(16).toString('hex'))")
echo "$password" > "$dir.password"
[ -z "$as" ] || chown nobody "$dir.password"
trap 'cd /; $as "$bin/pg_ctl" -D "$dir/data" -m fast -w stop >/dev/null || true; rm -rf "$dir" "$dir.password"' EXIT
trap 'exit 130' INT TERM
(
  cd /
  $as "$bin/initdb" -D "$dir/data" -U flightline --auth=scram-sha-256 --pwfile="$dir.password" --encoding=UTF8 --locale=C.UTF-8 --no-sync >/dev/null
  $as "$bin/pg_ctl" -D "$dir/data" -l "$dir/log" -w start >/dev/null \
    -o "-p $port -h 127.0.0.1 -k '' -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
)
TEST_DATABASE_URL="postgresql://flightline:$password@127.0.0.1:$port/postgres" npx vitest run "$@"
