import { operationRoute } from '../shared/kernel/api/http/operation-route.ts';
import { searchGroup, searchRoutes } from '../shared/surface/groups/search.ts';
import { serve } from '../shared/surface/system/serve.ts';

export const handler = serve([...searchGroup.map(operationRoute), ...searchRoutes]);
