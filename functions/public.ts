import { operationRoute } from '../shared/kernel/api/http/operation-route.ts';
import { pipeline } from '../shared/kernel/api/http/pipeline.ts';
import { docsRoutes } from '../shared/surface/docs/index.ts';
import { discoveryRoutes } from '../shared/surface/system/discovery.ts';
import { systemOperations } from '../shared/surface/system/index.ts';
import { unknownAddress } from '../shared/surface/system/unknown-address.ts';

export const handler = pipeline(
  [...docsRoutes, ...discoveryRoutes, ...systemOperations.map(operationRoute)],
  {
    unknown: unknownAddress,
  },
);
