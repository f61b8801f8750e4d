namespace DbIngest.Abstractions.Targets;

/// <summary>A write path of a database, as <c>--client</c> names it and before anything is opened.</summary>
/// <param name="Name">The name; <see cref="Wire"/> or <see cref="Driver"/> where these words fit.</param>
public sealed record WriteClient(string Name)
{
    /// <summary>Our own client of the database's protocol.</summary>
    public const string Wire = "wire";

    /// <summary>The vendor's .NET driver.</summary>
    public const string Driver = "driver";

    /// <summary>Whether its writers offer single records as well (<see cref="IRecordOperations"/>).</summary>
    public bool IsKeyed { get; init; }

    /// <summary>The vendor's package behind it; null where it has none, or a build cannot choose its version.</summary>
    public DriverPackage? Package { get; init; }

    /// <summary>Where this build leaves it out, the command that has it, as the end of a sentence; else null.</summary>
    public string? Remedy { get; init; }

    /// <summary>Whether it is in this build.</summary>
    public bool IsBuiltIn => Remedy is null;
}
