using System.Data.Common;

namespace DbIngest.Targets.Tests.Ado.ArrayBinding;

/// <summary>
/// A provider that does with arrays what ODP.NET's manual says (OracleCommand.ArrayBindCount, OracleParameter.ArrayBindStatus,
/// BindByName), over SQLite. It is found by its assembly: this one.
/// </summary>
public sealed class ArrayFactory : DbProviderFactory
{
    public static readonly ArrayFactory Instance = new();

    private ArrayFactory()
    {
    }

    /// <summary>Calls that stored an array, and the most rows of one.</summary>
    internal static (int Calls, int MostRows) Seen { get; set; }

    public override DbConnection CreateConnection() => new ArrayConnection();
}
