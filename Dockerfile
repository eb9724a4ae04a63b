# One image for both services and the command: `evals api`, `evals worker`, `evals all`, `agent`, `migrate`, and all
# that `assay` knows, like `run` (see container/assay).
# Needs no more of its base than Node and a shell, writes nowhere, and runs as uid 1000.
ARG BASE=docker.io/library/node:24.21.0-slim

# What is built at all: the console and the command. The services run as they are written.
FROM ${BASE} AS built
WORKDIR /app
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund \
  && npm run build:console \
  && npm run build:cli

# What the two services need at run time, and nothing for other machines or for work on them.
FROM ${BASE} AS packages
WORKDIR /app
COPY . .
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund -w @assay/evals -w @assay/agent

FROM ${BASE}
LABEL org.opencontainers.image.title="Assay" \
  org.opencontainers.image.description="Evaluates chat models by running real conversations, and serves a tool-using agent" \
  org.opencontainers.image.licenses="Apache-2.0"
# .env is for checkouts; a container gets its settings from whoever starts it.
ENV NODE_ENV=production EVALS_HOST=0.0.0.0 AGENT_HOST=0.0.0.0
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=packages /app/packages packages
COPY --from=packages /app/apps/evals apps/evals
COPY --from=packages /app/apps/agent apps/agent
COPY package.json LICENSE ./
COPY container container
COPY --from=built /app/apps/console/dist apps/console/dist
COPY --from=built /app/dist dist
USER 1000:1000
EXPOSE 8080 8000
HEALTHCHECK --interval=10s --timeout=4s --start-period=40s --retries=3 CMD ["/app/container/assay", "health"]
ENTRYPOINT ["/app/container/assay"]
CMD ["evals", "all"]
