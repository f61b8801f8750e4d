using System.Text.Json.Serialization;

namespace DbIngest.Core.Results;

/// <summary>
/// One time without an acknowledgement from any source. <see cref="Trials.AckGaps"/> finds it, and a <see cref="StallResult"/>
/// holds it.
/// </summary>
/// <remarks>The journal stores the members, so they must not be renamed.</remarks>
/// <param name="AtS">When it began, in seconds since the common start.</param>
/// <param name="ForS">How long it lasted at least, in seconds.</param>
/// <param name="Acknowledged">Records of the trial, or operations of its mix, that were acknowledged by then.</param>
public sealed record Stall(double AtS, double ForS, long Acknowledged)
{
    /// <summary>
    /// What the server did by itself in the stall or within a second of it, by its log. Null if the log told nothing.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? Meanwhile { get; init; }
}
