/// A result, or a part of one, that leaves out what it lacks; others show null.
package protocol OmitsMissing {}
