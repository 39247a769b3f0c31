import { operationRoute } from '../shared/api/http/operation-route.ts';
import { pipeline } from '../shared/api/http/pipeline.ts';
import { moderationGroup } from '../shared/groups/moderation.ts';

export const handler = pipeline(moderationGroup.map(operationRoute));
