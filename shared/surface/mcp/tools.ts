import type { Tool } from '../../kernel/api/mcp/tool.ts';
import { historyTools } from './history-tools.ts';
import { listingTools } from './listing-tools.ts';
import { notificationTools } from './notification-tools.ts';
import { planningTools } from './planning-tools.ts';
import { setupTools } from './setup-tools.ts';
import { storyTools } from './story-tools.ts';

/** All tools, in the order in which clients see them: those of the set `core`, and then of the others. */
export const tools: readonly Tool[] = [
  ...listingTools,
  ...setupTools,
  ...storyTools,
  ...planningTools,
  ...historyTools,
  ...notificationTools,
];
