import { busyTimes, testCreation } from './entry-tests.ts';

testCreation(busyTimes);
