import { readYaml } from '../../../src/platform/node/read-yaml';
import { describeReadYaml } from '../../contract/read-yaml-contract';

describeReadYaml("the terminal's reader", readYaml);
