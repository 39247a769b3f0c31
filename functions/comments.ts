import { httpHandler } from '../shared/api/http/http-handler.ts';
import { commentOperations } from '../shared/comments/index.ts';

export const handler = httpHandler(commentOperations);
