import { operationRoute } from '../shared/kernel/api/http/operation-route.ts';
import { changeGroup } from '../shared/surface/groups/changes.ts';
import { serve } from '../shared/surface/system/serve.ts';

export const handler = serve(changeGroup.map(operationRoute));
