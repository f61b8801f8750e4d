using DbIngest.Abstractions.Targets;

namespace DbIngest.Runner.Options;

/// <summary>
/// Writes the beginning of the refusal of a database that the HTTP service does not support: of a hybrid, it names the part.
/// <see cref="ServeRequestReader"/> calls it for <c>--db</c> of a service, and <see cref="SweepRequestCheck"/> for <c>--via</c>.
/// The caller adds the remedy and refuses.
/// </summary>
internal static class UnservedPart
{
    /// <summary>Returns the refusal without a remedy, as a clause.</summary>
    /// <param name="definition">A database that is not served (<see cref="TargetDefinition.IsServed"/>).</param>
    public static string Refusal(TargetDefinition definition) =>
        $"the service does not support {definition.Parts.FirstOrDefault(part => !part.IsServed)?.Name ?? definition.Name}";
}
