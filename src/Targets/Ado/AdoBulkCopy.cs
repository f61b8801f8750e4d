using System.Data.Common;
using System.Reflection;

namespace DbIngest.Targets.Ado;

/// <summary>
/// The class for bulk copy that some providers have, by the form that they share: <c>XxxBulkCopy</c> with a constructor that
/// takes a connection, <c>DestinationTableName</c> and <c>WriteToServer</c> of a reader (SqlBulkCopy, OracleBulkCopy,
/// DB2BulkCopy, MySqlBulkCopy).
/// </summary>
internal sealed class AdoBulkCopy : IDisposable
{
    private readonly object _copy;
    private readonly Action<DbDataReader> _write;

    /// <summary>Makes one.</summary>
    /// <param name="provider">The provider.</param>
    /// <param name="connection">An open connection.</param>
    /// <param name="table">The table's name.</param>
    /// <param name="timeout">How long a batch may take.</param>
    /// <exception cref="ArgumentException">The provider has none.</exception>
    public AdoBulkCopy(AdoProvider provider, DbConnection connection, string table, TimeSpan timeout)
    {
        var type = provider.Assembly.GetExportedTypes()
            .FirstOrDefault(t => t.IsClass && t.Name.EndsWith("BulkCopy", StringComparison.Ordinal)
            && Constructor(t, connection) is not null)
            ?? throw new ArgumentException(
                $"--endpoint: way=bulkcopy: {provider.Assembly.GetName().Name} has no class for bulk copy. Take way=rows.");
        var constructor = Constructor(type, connection)!;

        // Further parameters, as of MySqlBulkCopy, are optional.
        object?[] arguments = [connection, .. constructor.GetParameters().Skip(1).Select(_ => Type.Missing)];
        _copy = constructor.Invoke(arguments);
        Set("DestinationTableName", table);
        Set("BulkCopyTimeout", (int)Math.Max(1, timeout.TotalSeconds));
        var method = type.GetMethod("WriteToServer", [typeof(DbDataReader)])
            ?? type.GetMethod("WriteToServer", [typeof(System.Data.IDataReader)])
            ?? throw new ArgumentException($"--endpoint: way=bulkcopy: {type.Name} takes no reader. Take way=rows.");
        _write = reader =>
        {
            try
            {
                method.Invoke(_copy, [reader]);
            }
            catch (TargetInvocationException e)
            {
                System.Runtime.ExceptionServices.ExceptionDispatchInfo.Throw(e.InnerException!);
            }
        };
    }

    /// <summary>Stores the rows of a reader.</summary>
    public void Write(DbDataReader rows) => _write(rows);

    public void Dispose() => (_copy as IDisposable)?.Dispose();

    private static ConstructorInfo? Constructor(Type type, DbConnection connection) => type.GetConstructors().FirstOrDefault(c =>
        c.GetParameters() is [var first, .. var rest] && first.ParameterType.IsInstanceOfType(connection)
            && rest.All(p => p.IsOptional));

    private void Set(string property, object value) => _copy.GetType().GetProperty(property)?.SetValue(_copy, value);
}
