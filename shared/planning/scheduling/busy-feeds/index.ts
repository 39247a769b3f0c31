import { createBusyFeed } from './create-busy-feed.ts';
import { deleteBusyFeed } from './delete-busy-feed.ts';
import { listBusyFeeds } from './list-busy-feeds.ts';

export const busyFeedOperations = [listBusyFeeds, createBusyFeed, deleteBusyFeed];
