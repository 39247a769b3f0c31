import { operationRoute } from '../shared/api/http/operation-route.ts';
import { pipeline } from '../shared/api/http/pipeline.ts';
import { storyGroup } from '../shared/groups/stories.ts';

export const handler = pipeline(storyGroup.map(operationRoute));
