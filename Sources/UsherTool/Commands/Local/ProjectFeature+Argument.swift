import AuthCore
import CommandKit

extension ProjectFeature: ArgumentValue {}
