import { operationRoute } from '../shared/kernel/api/http/operation-route.ts';
import { manageRoutes } from '../shared/surface/manage.ts';
import { moderationGroup } from '../shared/surface/groups/moderation.ts';
import { serve } from '../shared/surface/system/serve.ts';

export const handler = serve([...moderationGroup.map(operationRoute), ...manageRoutes]);
