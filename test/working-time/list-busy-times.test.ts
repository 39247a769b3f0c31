import { busyTimes, testList } from './entry-tests.ts';

testList(busyTimes);
