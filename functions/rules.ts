import { operationRoute } from '../shared/kernel/api/http/operation-route.ts';
import { ruleOperations } from '../shared/surface/rules/index.ts';
import { serve } from '../shared/surface/system/serve.ts';

export const handler = serve(ruleOperations.map(operationRoute));
