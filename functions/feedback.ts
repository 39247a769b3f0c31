import { operationRoute } from '../shared/kernel/api/http/operation-route.ts';
import { pipeline } from '../shared/kernel/api/http/pipeline.ts';
import { feedbackGroup } from '../shared/surface/groups/feedback.ts';

export const handler = pipeline(feedbackGroup.map(operationRoute));
