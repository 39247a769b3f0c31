import { httpHandler } from '../shared/api/http-handler.ts';
import { storyOperations } from '../shared/stories/index.ts';

export const handler = httpHandler(storyOperations);
