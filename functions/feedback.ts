import { operationRoute } from '../shared/kernel/api/http/operation-route.ts';
import { feedbackGroup } from '../shared/surface/groups/feedback.ts';
import { serve } from '../shared/surface/system/serve.ts';

export const handler = serve(feedbackGroup.map(operationRoute));
