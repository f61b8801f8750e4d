using DbIngest.Targets.MySql;

namespace DbIngest.Drivers.MySql;

/// <summary>MySQL with both of its clients: our own, and the driver (MySqlConnector).</summary>
public sealed class MySqlDriverDefinition() : MySqlDefinition(DriverPath.Open);
