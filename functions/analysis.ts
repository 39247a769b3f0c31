import { operationRoute } from '../shared/kernel/api/http/operation-route.ts';
import { analysisGroup } from '../shared/surface/groups/analysis.ts';
import { serve } from '../shared/surface/system/serve.ts';

export const handler = serve(analysisGroup.map(operationRoute));
