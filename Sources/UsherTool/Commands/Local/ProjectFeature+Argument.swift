import CommandKit
import IdentityToolkit

extension ProjectFeature: ArgumentValue {}
