using System.Text.Json.Serialization;

namespace DbIngest.Core.Results;

/// <summary>
/// A line of the journal: a trial, a ceiling or an extension. <see cref="Journal"/> reads and writes it. The member <c>kind</c>
/// tells them apart in JSON, so its words must not be renamed. Written entries are never changed or removed.
/// </summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
[JsonDerivedType(typeof(TrialResult), "trial")]
[JsonDerivedType(typeof(CalibrationResult), "calibration")]
[JsonDerivedType(typeof(ExtensionEntry), "extension")]
public abstract record JournalEntry;
