import { describeStateStore } from '../contract/state-store-contract';
import { MemoryStateStore } from './memory-state-store';

describeStateStore('MemoryStateStore', () => Promise.resolve(new MemoryStateStore()));
