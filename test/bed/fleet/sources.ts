/** The three programs of Fleet -> the Go module that one build makes them all from, with the charts of its release. */
import type { GoSource } from '../program.ts';

export const fleetPrograms = ['fleetcontroller-0.15', 'fleetagent-0.15', 'fleetcli-0.15'] as const;

export type FleetProgram = (typeof fleetPrograms)[number];

const module = 'github.com/rancher/fleet';

/** The agent's field manager is the name of its file. */
export const fleetSource: GoSource = {
  kind: 'go',
  name: 'fleet',
  version: 'v0.15.0',
  module,
  sum: 'h1:cnFmHdJOYCQNiMfy00qvaQxiUZcJOCoyD3TTBMV6egk=',
  packages: {
    fleetcontroller: `${module}/cmd/fleetcontroller`,
    fleetagent: `${module}/cmd/fleetagent`,
    fleetcli: `${module}/cmd/fleetcli`,
  },
  published: {
    [`${module}/pkg/apis`]: {
      version: 'v0.15.0',
      sum: 'h1:IZX56b8lA28BkTu+qThZgApgm61u0A+8utHJoFx7ij4=',
      goModSum: 'h1:YTNYXP/LLahkk7pYMhhrXHlTdIN9vFe1WbnvV6h654Y=',
    },
  },
  stamp: { [`${module}/pkg/version.Version`]: 'v0.15.0' },
  documents: { file: 'definitions.yaml', from: ['charts/fleet-crd/templates/crds.yaml'] },
  folders: ['charts/fleet'],
};
