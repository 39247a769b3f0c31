import { httpHandler } from '../shared/api/http/http-handler.ts';
import { workspaceGroup } from '../shared/groups/workspace.ts';

export const handler = httpHandler(workspaceGroup);
