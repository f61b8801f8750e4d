using DbIngest.Tds.Endpoint.Storage;

namespace DbIngest.Tds.Endpoint.Sql;

/// <summary>Executes ALTER DATABASE: settings, files and the name of a database.</summary>
internal static class Alteration
{
    /// <param name="catalog">The databases.</param>
    /// <param name="database">The database, which exists.</param>
    /// <param name="reader">The statement, after the database's name.</param>
    /// <exception cref="ServerErrorException">The statement is refused.</exception>
    public static void Execute(Catalog catalog, string database, LexemeReader reader)
    {
        var settings = catalog.Settings(database);
        if (reader.TryTake("SET", "RECOVERY"))
        {
            settings.Recovery = reader.Name().ToUpperInvariant();
        }
        else if (reader.TryTake("SET", "DELAYED_DURABILITY", "="))
        {
            settings.Durability = reader.Name().ToUpperInvariant();
        }
        else if (reader.TryTake("SET", "MEMORY_OPTIMIZED_ELEVATE_TO_SNAPSHOT", "="))
        {
            settings.ElevatesToSnapshot = reader.Name() == "ON";
        }
        else if (reader.TryTake("MODIFY", "FILE", "(", "NAME", "="))
        {
            string file = reader.Take().Value;
            if (!settings.Files.Contains(file))
            {
                throw new ServerErrorException(5041, $"MODIFY FILE failed. File '{file}' does not exist.");
            }

            if (reader.TryTake(",", "NEWNAME", "="))
            {
                settings.Files.Remove(file);
                settings.Files.Add(reader.Take().Value);
            }
        }
        else if (reader.TryTake("MODIFY", "NAME", "="))
        {
            catalog.Rename(database, reader.Name());
        }
        else if (!reader.TryTake("SET", "SINGLE_USER") && !reader.TryTake("ADD", "FILEGROUP") && !reader.TryTake("ADD", "FILE"))
        {
            throw reader.Wrong();
        }
    }
}
