using Xunit.Abstractions;

namespace DbIngest.Tests.Needs;

/// <summary>
/// The tests of this project that ran before on the same code: those in the file <c>ASSEMBLY.ran</c>, a test's id a line, of the
/// folder that the environment variable <c>DBINGEST_RAN</c> names. The first run writes the file, the second leaves them out.
/// </summary>
internal sealed class RanBefore
{
    private const string Variable = "DBINGEST_RAN";

    private readonly string? _file;
    private readonly HashSet<string> _ids;

    private RanBefore(string? file)
    {
        _file = file;
        _ids = File.Exists(file) ? [.. File.ReadLines(file)] : [];
    }

    /// <summary>Reads the file of a test assembly.</summary>
    /// <param name="assembly">The assembly's name.</param>
    public static RanBefore Of(string assembly) =>
        new(Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } folder
            ? Path.Combine(folder, $"{assembly}.ran") : null);

    /// <summary>Whether a test ran before.</summary>
    public bool Has(ITestCase test) => _ids.Contains(test.UniqueID);

    /// <summary>Writes the file of a first run.</summary>
    /// <param name="tests">The tests that run now.</param>
    public void Keep(IEnumerable<ITestCase> tests)
    {
        if (_file is not null && _ids.Count == 0)
        {
            File.WriteAllLines(_file, tests.Select(test => test.UniqueID));
        }
    }
}
