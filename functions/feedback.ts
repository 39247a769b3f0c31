import { operationRoute } from '../shared/api/http/operation-route.ts';
import { pipeline } from '../shared/api/http/pipeline.ts';
import { feedbackGroup } from '../shared/groups/feedback.ts';

export const handler = pipeline(feedbackGroup.map(operationRoute));
