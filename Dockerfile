# Proofline's server: Node, git, and the renderers that it runs. Holds no secret: credentials and the operator's file are
# mounted or come in by the environment.
#
#   docker build --tag proofline .
#   docker run --read-only --tmpfs /tmp --volume proofline:/var/cache/proofline --cap-drop ALL \
#     --security-opt no-new-privileges --env-file app.env --publish 3000:3000 proofline
#
# All that is written at run time goes to /tmp and /var/cache/proofline. test/dockerfile.test.ts keeps the paths and
# versions below equal to those of this repository.

# Helm, kustomize and jsonnet come from their Go modules: the hash of each is checked here, what they need by their go.sum and the
# Go checksum database. Without cgo, so that they run where they see no other file.
FROM golang:1.26.8-bookworm AS programs
ENV CGO_ENABLED=0 GOTOOLCHAIN=local GOFLAGS=-trimpath

ARG KUSTOMIZE_MODULE=sigs.k8s.io/kustomize/kustomize/v5
ARG KUSTOMIZE_VERSION=v5.8.1
ARG KUSTOMIZE_SUM=h1:Pgsg5psubpVEy7Nf6S89PARg5VmmWUC1l9dC6Dl4PG0=
RUN go mod download -json "${KUSTOMIZE_MODULE}@${KUSTOMIZE_VERSION}" | grep -F "\"Sum\": \"${KUSTOMIZE_SUM}\"" \
  && go install -ldflags "-s -w -X sigs.k8s.io/kustomize/api/provenance.version=${KUSTOMIZE_VERSION}" \
    "${KUSTOMIZE_MODULE}@${KUSTOMIZE_VERSION}"

ARG HELM3_MODULE=helm.sh/helm/v3
ARG HELM3_VERSION=v3.22.0
ARG HELM3_SUM=h1:n1if5iQgHYsujPAcO5oonH/KiSNUmqmUF0iGVjSF3AU=
RUN go mod download -json "${HELM3_MODULE}@${HELM3_VERSION}" | grep -F "\"Sum\": \"${HELM3_SUM}\"" \
  && go install -ldflags "-s -w -X helm.sh/helm/v3/internal/version.version=${HELM3_VERSION} \
    -X helm.sh/helm/v3/pkg/chartutil.k8sVersionMajor=1 -X helm.sh/helm/v3/pkg/chartutil.k8sVersionMinor=37 \
    -X helm.sh/helm/v3/pkg/lint/rules.k8sVersionMajor=1 -X helm.sh/helm/v3/pkg/lint/rules.k8sVersionMinor=37" \
    "${HELM3_MODULE}/cmd/helm@${HELM3_VERSION}" \
  && mv /go/bin/helm /go/bin/helm3

ARG HELM4_MODULE=helm.sh/helm/v4
ARG HELM4_VERSION=v4.1.4
ARG HELM4_SUM=h1:zwTrNkalG4f7SYigRSdQnYrTj0QEz1qzetzAlYoDVSo=
RUN go mod download -json "${HELM4_MODULE}@${HELM4_VERSION}" | grep -F "\"Sum\": \"${HELM4_SUM}\"" \
  && go install -ldflags "-s -w -X helm.sh/helm/v4/internal/version.version=${HELM4_VERSION}" \
    "${HELM4_MODULE}/cmd/helm@${HELM4_VERSION}" \
  && mv /go/bin/helm /go/bin/helm4

ARG JSONNET_MODULE=github.com/google/go-jsonnet
ARG JSONNET_VERSION=v0.22.0
ARG JSONNET_SUM=h1:o0bOAIE+9SIfRZ7FXQPuta0mHLLE0AwbY/L5GTH5CH8=
RUN go mod download -json "${JSONNET_MODULE}@${JSONNET_VERSION}" | grep -F "\"Sum\": \"${JSONNET_SUM}\"" \
  && go install -ldflags "-s -w" "${JSONNET_MODULE}/cmd/jsonnet@${JSONNET_VERSION}"

# Our own: what it needs is pinned by its go.sum.
COPY tools/gotemplate /src/gotemplate
RUN cd /src/gotemplate && go build -mod=readonly -ldflags "-s -w" -o /go/bin/gotemplate .

FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts

FROM node:24.21.0-bookworm-slim
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates git \
  && rm -rf /var/lib/apt/lists/* \
  && install --directory --owner=1000 --group=1000 /var/cache/proofline
COPY --from=programs /go/bin/kustomize /go/bin/helm3 /go/bin/helm4 /go/bin/jsonnet /go/bin/gotemplate /usr/local/bin/
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json ./
COPY src ./src
ENV NODE_ENV=production \
  HOME=/tmp \
  PROOFLINE_CACHE=/var/cache/proofline \
  PROOFLINE_KUSTOMIZE=/usr/local/bin/kustomize \
  PROOFLINE_HELM3=/usr/local/bin/helm3 \
  PROOFLINE_HELM4=/usr/local/bin/helm4 \
  PROOFLINE_JSONNET=/usr/local/bin/jsonnet \
  PROOFLINE_GOTEMPLATE=/usr/local/bin/gotemplate
VOLUME ["/var/cache/proofline"]
USER 1000:1000
EXPOSE 3000
ENTRYPOINT ["node", "src/cli.ts", "serve"]
