import { operationRoute } from '../shared/kernel/api/http/operation-route.ts';
import { storyGroup } from '../shared/surface/groups/stories.ts';
import { serve } from '../shared/surface/system/serve.ts';

export const handler = serve(storyGroup.map(operationRoute));
