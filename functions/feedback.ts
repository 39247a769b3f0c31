import { httpHandler } from '../shared/api/http/http-handler.ts';
import { feedbackGroup } from '../shared/groups/feedback.ts';

export const handler = httpHandler(feedbackGroup);
