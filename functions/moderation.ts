import { operationRoute } from '../shared/kernel/api/http/operation-route.ts';
import { pipeline } from '../shared/kernel/api/http/pipeline.ts';
import { moderationGroup } from '../shared/surface/groups/moderation.ts';

export const handler = pipeline(moderationGroup.map(operationRoute));
