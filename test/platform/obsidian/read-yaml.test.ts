import { readYaml } from '../../../src/platform/obsidian/read-yaml';
import { describeReadYaml } from '../../contract/read-yaml-contract';

describeReadYaml("the app's reader", readYaml);
