import { busyTimes, testDeletion } from './entry-tests.ts';

testDeletion(busyTimes);
