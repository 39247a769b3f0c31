import { httpHandler } from '../shared/api/http/http-handler.ts';
import { storyOperations } from '../shared/groups/stories.ts';

export const handler = httpHandler(storyOperations);
