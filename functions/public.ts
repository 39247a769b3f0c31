import { operationRoute } from '../shared/api/http/operation-route.ts';
import { pipeline } from '../shared/api/http/pipeline.ts';
import { docsRoutes } from '../shared/docs/index.ts';
import { systemOperations } from '../shared/system/index.ts';
import { unknownAddress } from '../shared/system/unknown-address.ts';

export const handler = pipeline([...docsRoutes, ...systemOperations.map(operationRoute)], {
  unknown: unknownAddress,
});
