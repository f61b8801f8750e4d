namespace DbIngest.Sources.Tests.Mutation;

/// <summary>A kind of input that is mutated.</summary>
/// <param name="Mutated">The name of the file that is mutated.</param>
/// <param name="Opened">The name of the file that is opened.</param>
/// <param name="Files">All files, sound.</param>
/// <param name="Spice">What is put into it.</param>
/// <param name="Options">Input options, one of which each mutant is read with.</param>
/// <param name="Protected">Whether a checksum in the file protects its content, so that what is read must be what was put
/// in.</param>
internal sealed record Subject(
    string Mutated,
    string Opened,
    IReadOnlyDictionary<string, byte[]> Files,
    string[] Spice,
    string[] Options,
    bool Protected = false);
