"""The stack of `infra/template.yaml` on one machine: the very same handlers, over moto instead of AWS.

`python -m infra.local` hosts matches on loopback; tests use `infra.local.cloud.Cloud`.
"""
