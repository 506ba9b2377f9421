#!/usr/bin/env bash
# The sidecar, for an assistant in any language: it serves on loopback, and curl asks it.
#
#     bash examples/sidecar.sh        (the command fundamento has to be on the PATH, with the extras cli and service)
set -euo pipefail

work=$(mktemp -d)
server=
stop() {
  if [ -n "$server" ]; then
    kill "$server"   # SIGTERM: it finishes what runs, and ends
    wait "$server" || true
  fi
  rm -rf "$work"
}
trap stop EXIT

FUNDAMENTO_TOKEN=$(head -c 24 /dev/urandom | base64 | tr '+/' '-_')
export FUNDAMENTO_TOKEN
fundamento serve --port 0 --policy strict >"$work/events.log" 2>"$work/said" &
server=$!
url=
while [ -z "$url" ]; do
  kill -0 "$server" || { cat "$work/said" >&2; exit 1; }
  sleep 0.1
  url=$(sed -n 's/.*running on \(http:[^ ]*\).*/\1/p' "$work/said")
done

post() {
  curl --silent --show-error --header "Authorization: Bearer $FUNDAMENTO_TOKEN" \
    --header "Content-Type: application/json" "${@:2}" --data @- "$url$1"
  echo
}
fragments='[{"id": "planes-3", "text": "El plan Pro permite hasta 10 proyectos activos."}]'

echo "An answer:"
post /v1/answer <<<"{\"question\": \"¿Cuántos proyectos permite el plan Pro?\", \"fragments\": $fragments}"

echo "The same, as a stream:"
post "/v1/answer?stream=true" --no-buffer \
  <<<"{\"question\": \"¿Cuántos proyectos permite el plan Pro?\", \"fragments\": $fragments}"

echo "A check of what somebody else wrote:"
post /v1/check <<<"{\"output\": \"El plan Pro permite hasta 500 proyectos [1].\", \"format\": \"prose\", \"fragments\": $fragments}"

echo "Without the token:"
curl --silent --show-error --write-out '\n%{http_code}\n' "$url/metrics"
