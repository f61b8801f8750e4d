namespace DbIngest.Abstractions.Targets;

/// <summary>What an acknowledgement promises.</summary>
/// <param name="Name">The name as on the command line.</param>
/// <param name="Meaning">One sentence: what survives which failure once a batch is acknowledged.</param>
/// <param name="Survives">The same as a class, by which contracts of different databases are compared.</param>
public sealed record DurabilityContract(string Name, string Meaning, Survival Survives);
