import { operationRoute } from '../shared/kernel/api/http/operation-route.ts';
import { pipeline } from '../shared/kernel/api/http/pipeline.ts';
import { storyGroup } from '../shared/surface/groups/stories.ts';

export const handler = pipeline(storyGroup.map(operationRoute));
