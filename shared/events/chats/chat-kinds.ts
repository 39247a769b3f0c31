import type { ChatName } from '../destinations/destination.ts';
import type { ChatKind } from './chat-kind.ts';
import { slack } from './slack.ts';
import { teams } from './teams.ts';

export const chatKinds: Readonly<Record<ChatName, ChatKind>> = { slack, teams };
