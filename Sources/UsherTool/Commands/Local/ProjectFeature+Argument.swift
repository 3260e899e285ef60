import AuthClient
import CommandKit

extension ProjectFeature: ArgumentValue {}
